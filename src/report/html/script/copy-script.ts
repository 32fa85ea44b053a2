// Adds buttons that copy a text beside them, or the link to a clause.

export const copyScript = `
const told = document.querySelector('#copied')
const byHand = (text) => {
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (!done) throw new Error('not copied')
}
document.addEventListener('click', async (event) => {
  const button = event.target.closest('.copy')
  if (button === null) return
  const text = button.classList.contains('link')
    ? button.parentNode.querySelector('a').href
    : button.closest('.copyable').querySelector('pre').textContent
  const label = button.dataset.label || button.textContent
  button.dataset.label = label
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text)
    else byHand(text)
    button.textContent = 'Copied'
  } catch { button.textContent = 'Select it and copy' }
  told.textContent = button.textContent
  button.focus()
  setTimeout(() => { button.textContent = label; told.textContent = '' }, 2000)
})
`
