// The filter of the HTML report. The page is whole without it: the form shows itself only where scripts run.

export const htmlScript = `
'use strict'
const form = document.querySelector('form')
const clauses = Array.from(document.querySelectorAll('.clause'), (element) => ({
  element, text: element.textContent.toLowerCase(),
}))
const status = document.querySelector('#shown')
function filter() {
  const wanted = new FormData(form)
  const words = wanted.get('text').toLowerCase().split(/\\s+/).filter(Boolean)
  let shown = 0
  for (const { element, text } of clauses) {
    const fits = ['verdict', 'level', 'operation'].every((name) =>
      wanted.get(name) === '' || element.dataset[name] === wanted.get(name))
    element.hidden = !(fits && words.every((word) => text.includes(word)))
    if (!element.hidden) shown++
  }
  for (const group of document.querySelectorAll('.group'))
    group.hidden = group.querySelector('.clause:not([hidden])') === null
  status.textContent = shown + ' of ' + clauses.length + ' clauses shown'
}
form.addEventListener('input', filter)
form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('reset', () => setTimeout(filter))
document.querySelector('#toggle').addEventListener('click', (event) => {
  const open = event.currentTarget.getAttribute('aria-pressed') !== 'true'
  event.currentTarget.setAttribute('aria-pressed', String(open))
  for (const { element } of clauses) element.open = open
})
form.hidden = false
filter()
`
