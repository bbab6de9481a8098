//! Names that code finds without binding them: what every engine and React have, and what only a browser has.

/// Is it a name of the language, of React, or of what every page is given?
pub fn is_language_name(name: &str) -> bool {
    is_hook(name) || LANGUAGE.binary_search(&name).is_ok()
}

/// Does only a browser have this name?
pub fn is_browser_name(name: &str) -> bool {
    BROWSER.binary_search(&name).is_ok()
}

/// What stands in braces of its own: with a name in them it is an object for JavaScript, and nothing to show.
pub fn in_braces(source: &str) -> Option<&str> {
    source.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).map(str::trim)
}

/// Hooks make a component one for the browser.
pub fn is_hook(name: &str) -> bool {
    name.strip_prefix("use").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
}

const LANGUAGE: &[&str] = &[
    "Array",
    "ArrayBuffer",
    "Boolean",
    "Children",
    "Component",
    "Date",
    "Error",
    "Float64Array",
    "Fragment",
    "Function",
    "Infinity",
    "Intl",
    "JSON",
    "Map",
    "Math",
    "MintlifyComponents",
    "NaN",
    "Number",
    "Object",
    "Profiler",
    "Promise",
    "PureComponent",
    "RangeError",
    "React",
    "Reflect",
    "RegExp",
    "Set",
    "StrictMode",
    "String",
    "Suspense",
    "Symbol",
    "SyntaxError",
    "TypeError",
    "Uint8Array",
    "WeakMap",
    "WeakSet",
    "atob",
    "btoa",
    "cloneElement",
    "console",
    "createContext",
    "createElement",
    "createRef",
    "decodeURI",
    "decodeURIComponent",
    "encodeURI",
    "encodeURIComponent",
    "escape",
    "forwardRef",
    "globalThis",
    "isFinite",
    "isNaN",
    "isValidElement",
    "memo",
    "parseFloat",
    "parseInt",
    "startTransition",
    "undefined",
    "unescape",
    "user",
];

const BROWSER: &[&str] = &[
    "AbortController",
    "Audio",
    "Blob",
    "CustomEvent",
    "DOMParser",
    "Element",
    "Event",
    "EventSource",
    "File",
    "FileReader",
    "FormData",
    "HTMLElement",
    "Headers",
    "Image",
    "IntersectionObserver",
    "MutationObserver",
    "Node",
    "Notification",
    "Request",
    "ResizeObserver",
    "Response",
    "TextDecoder",
    "TextEncoder",
    "URL",
    "URLSearchParams",
    "WebSocket",
    "Worker",
    "XMLHttpRequest",
    "addEventListener",
    "alert",
    "cancelAnimationFrame",
    "clearInterval",
    "clearTimeout",
    "confirm",
    "crypto",
    "customElements",
    "document",
    "fetch",
    "getComputedStyle",
    "history",
    "innerHeight",
    "innerWidth",
    "localStorage",
    "location",
    "matchMedia",
    "navigator",
    "performance",
    "prompt",
    "queueMicrotask",
    "removeEventListener",
    "requestAnimationFrame",
    "requestIdleCallback",
    "screen",
    "scrollTo",
    "self",
    "sessionStorage",
    "setInterval",
    "setTimeout",
    "structuredClone",
    "window",
];

#[cfg(test)]
mod tests {
    use super::{BROWSER, LANGUAGE};

    #[test]
    fn names_are_in_order() {
        assert!(BROWSER.is_sorted() && LANGUAGE.is_sorted());
    }
}
