// Code groups with `dropdown`: a menu in place of the tabs, which are what is chosen from.
/** Gives the groups their menus; `title` names a tab, `choose` shows one. */
export const dropdowns = (groups, title, choose) => groups.forEach(group => {
  const tabs = [...group.querySelectorAll(':scope > [role=tablist] > [role=tab]')]
  const bar = document.createElement('div')
  const select = document.createElement('select')
  bar.className = 'code-group-select'
  select.setAttribute('aria-label', tabs.map(title).join(', '))
  select.append(...tabs.map((tab, at) => new Option(title(tab), at, false, tab.ariaSelected == 'true')))
  select.onchange = () => choose(tabs[select.value])
  tabs.forEach((tab, at) => new MutationObserver(() => { if (tab.ariaSelected == 'true') select.value = at }).observe(tab, { attributeFilter: ['aria-selected'] }))
  bar.append(select)
  group.prepend(bar)
})
