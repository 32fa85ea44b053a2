// Checks who may read the variables file, and whether git could publish the file.
import { statSync } from 'node:fs'
import { reasonOf } from '../base/error.ts'
import { type Finding, question } from './finding.ts'
import { gitStatusOf } from './git-status.ts'

/** @param file null if no file is read */
export async function variablesFile(file: string | null): Promise<Finding> {
  const about = question('env-file', 'Is the file of the variables readable by its owner alone?')
  if (file === null) return about.ok('no file of variables is read')
  try {
    const standing = await gitStatusOf(file)
    if (standing === 'tracked')
      return about.warning(
        `${file} is in the repository`,
        `Run git rm --cached ${file}, and make new credentials: those in it are known to all who have the repository.`,
      )
    if (standing === 'exposed')
      return about.warning(`${file} is not ignored by git`, `Add ${file} to .gitignore.`)
    const mode = statSync(file).mode & 0o777
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      return about.warning(
        `others on this machine may read ${file} (mode ${mode.toString(8).padStart(3, '0')})`,
        `Run chmod 600 ${file}.`,
      )
    return about.ok(`only its owner may read ${file}${standing === 'ignored' ? ', and ignored by git' : ''}`)
  } catch (error) {
    return about.unknown(`${file} can't be looked at (${reasonOf(error)})`)
  }
}
