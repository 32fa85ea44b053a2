// Checks which users can read the variables file, and whether git could publish the file.
import { statSync } from 'node:fs'
import { reasonOf } from '../base/error.ts'
import { type Finding, question } from './finding.ts'
import { gitStatusOf } from './git-status.ts'

export async function variablesFile(file: string | null): Promise<Finding> {
  const about = question('env-file', 'Is the variables file readable only by its owner?')
  if (file === null) return about.ok('no variables file is used')
  try {
    const standing = await gitStatusOf(file)
    if (standing === 'tracked')
      return about.warning(
        `git tracks ${file}`,
        `Run git rm --cached ${file}, and replace its credentials: everybody with access to the repository can read them.`,
      )
    if (standing === 'exposed')
      return about.warning(`${file} is not ignored by git`, `Add ${file} to .gitignore.`)
    const mode = statSync(file).mode & 0o777
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      return about.warning(
        `other users of this machine can read ${file} (mode ${mode.toString(8).padStart(3, '0')})`,
        `Run chmod 600 ${file}.`,
      )
    return about.ok(`only its owner can read ${file}${standing === 'ignored' ? ', and git ignores it' : ''}`)
  } catch (error) {
    return about.unknown(`${file} can't be inspected (${reasonOf(error)})`)
  }
}
