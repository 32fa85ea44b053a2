// Runs the filter of the clauses, and stores its state in the URL.

export const filterScript = `
const form = document.querySelector('form')
const fields = ['text', 'verdict', 'level', 'operation', 'family', 'part']
const clauses = Array.from(document.querySelectorAll('.clause'), (element) => ({ element, words: null }))
const groups = Array.from(document.querySelectorAll('.group, .subgroup')).reverse()
const status = document.querySelector('#shown')
const wordsOf = (clause) => {
  if (clause.words === null) {
    const said = clause.element.querySelectorAll('summary, .statement, .reason, .failure > h3')
    clause.words = Array.from(said, (one) => one.textContent).join(' ').toLowerCase()
  }
  return clause.words
}
const setHidden = (element, hidden) => { if (element.hidden !== hidden) element.hidden = hidden }
const apply = () => {
  const wanted = Object.fromEntries(fields.map((name) => [name, form.elements[name].value]))
  const words = wanted.text.toLowerCase().split(/\\s+/).filter(Boolean)
  const chosen = fields.slice(1).filter((name) => wanted[name] !== '')
  let shown = 0
  for (const clause of clauses) {
    const { dataset } = clause.element
    const fits = chosen.every((name) => dataset[name] === (wanted[name] === '-' ? '' : wanted[name])) &&
      (words.length === 0 || words.every((word) => wordsOf(clause).includes(word)))
    setHidden(clause.element, !fits)
    if (fits) shown++
  }
  for (const group of groups) setHidden(group, group.querySelector('.clause:not([hidden])') === null)
  status.textContent = shown + ' of ' + clauses.length + ' clauses shown'
}
const keep = () => {
  const state = new URLSearchParams()
  for (const name of fields) if (form.elements[name].value !== '') state.set(name, form.elements[name].value)
  history.replaceState(null, '', location.href.split('#')[0] + '#' + state)
}
const fill = (state) => {
  for (const name of fields) {
    form.elements[name].value = state.get(name) || ''
    if (form.elements[name].value === '' && form.elements[name].options) form.elements[name].selectedIndex = 0
  }
}
const show = (element) => {
  if (element.matches('.clause')) {
    if (element.hidden) { fill(new URLSearchParams()); apply() }
    element.open = true
  }
  element.scrollIntoView()
}
const restore = () => {
  const hash = location.hash.slice(1)
  if (hash === '') return
  let id = hash
  id = new URLSearchParams('id=' + hash.replaceAll('+', '%2B').replaceAll('&', '%26')).get('id')
  const named = document.getElementById(id)
  if (named !== null) return show(named)
  const state = new URLSearchParams(hash)
  if (!fields.some((name) => state.has(name))) return
  fill(state)
  apply()
  document.querySelector('#clauses').scrollIntoView()
}
form.addEventListener('input', () => { apply(); keep() })
form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('reset', () => setTimeout(() => { apply(); keep() }))
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-filter]')
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  if (location.hash === '#' + link.dataset.filter) restore()
  else location.hash = link.dataset.filter
})
document.querySelector('#toggle').addEventListener('click', (event) => {
  const open = event.currentTarget.getAttribute('aria-pressed') !== 'true'
  event.currentTarget.setAttribute('aria-pressed', String(open))
  for (const { element } of clauses) if (!element.hidden || !open) element.open = open
})
addEventListener('hashchange', restore)
form.hidden = false
apply()
restore()
`
