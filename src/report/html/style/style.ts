// The complete style sheet of the page, combined from several files.
import { clauseStyle } from './clause-style.ts'
import { overviewStyle } from './overview-style.ts'
import { pageStyle } from './page-style.ts'
import { pictureStyle } from './picture-style.ts'
import { printStyle } from './print-style.ts'
import { tokens } from './tokens.ts'

export const htmlStyle = [tokens, pageStyle, overviewStyle, clauseStyle, pictureStyle, printStyle].join('')
