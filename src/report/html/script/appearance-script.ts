// Switches the page between light, dark and system colours.

export const appearanceScript = `
const root = document.documentElement
const choice = document.querySelector('#appearance')
const name = 'tenant-conformance-appearance'
const choose = (value) => {
  if (value === 'light' || value === 'dark') root.dataset.appearance = value
  else delete root.dataset.appearance
}
root.classList.add('scripted')
try { choice.value = localStorage.getItem(name) || '' } catch {}
if (choice.selectedIndex < 0) choice.value = ''
choose(choice.value)
choice.addEventListener('change', () => {
  choose(choice.value)
  try { localStorage.setItem(name, choice.value) } catch {}
})
choice.parentElement.hidden = false
`
