import type { FileEntry } from '@gridloom/contract/files/file-entry'
import { decodeFileBytes } from '@gridloom/contract/files/file-path'

/** The name as it is read: escapes that stand for ordinary characters are resolved, others stay. */
export function shownName(name: string): string {
  return name.replaceAll('%25', '%')
}

/** The text of a path for a name that was typed: every character is meant as it is. */
export function typedName(typed: string): string {
  return typed.replaceAll('%', '%25')
}

/** Why a typed name is none; `undefined`: it is one. */
export function nameProblem(typed: string): string | undefined {
  if (typed === '') return 'Enter a name.'
  if (typed === '.' || typed === '..' || typed.includes('/'))
    return 'A name can’t be “.” or “..” or contain a slash.'
  const bytes = decodeFileBytes(typedName(typed))
  if (bytes === undefined || bytes.includes(0))
    return 'The name has characters that are not allowed.'
  return bytes.length > 255 ? 'The name is too long.' : undefined
}

const permissions = ['r', 'w', 'x'] as const

/** Permissions as `ls` writes them: `rwxr-xr-x`. */
export function modeText(mode: number): string {
  return Array.from({ length: 9 }, (_, at) =>
    (mode & (1 << (8 - at))) === 0 ? '-' : (permissions[at % 3] ?? '-'),
  ).join('')
}

/** Permissions as `chmod` takes them: `755`. */
export function modeDigits(mode: number): string {
  return mode.toString(8).padStart(3, '0')
}

/** Whether opening it leads into a folder. */
export function leadsToFolder({ kind, target_kind }: FileEntry): boolean {
  return kind === 'folder' || target_kind === 'folder'
}

/** Whether it can be read as a file. */
export function leadsToFile({ kind, target_kind }: FileEntry): boolean {
  return kind === 'file' || target_kind === 'file'
}
