// The complete script of the page, combined from several files.
import { appearanceScript } from './appearance-script.ts'
import { copyScript } from './copy-script.ts'
import { filterScript } from './filter-script.ts'

const pieces = [appearanceScript, copyScript, filterScript]

export const htmlScript = `'use strict'\n${pieces.map((piece) => `{${piece}}\n`).join('')}`
