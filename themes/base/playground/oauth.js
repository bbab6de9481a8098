// Where authorization servers send the reader back to: hands the answer to the page that asked, and closes.
new BroadcastChannel('docs-oauth').postMessage(location.href)
history.replaceState(null, '', location.pathname)
close()
