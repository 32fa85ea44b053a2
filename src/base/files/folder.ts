// Creates missing folders.
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { codeOf } from '../error.ts'

/**
 * Also creates missing parents. The recursive `mkdirSync` of Node.js never returns in /proc.
 * @throws the error of the operating system
 */
export function makeFolder(folder: string): void {
  const path = resolve(folder)
  if (existsSync(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent)
  try {
    mkdirSync(path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}
