import type { FileKind } from '@gridloom/contract/files/file-entry'
import type { FieldReader } from './wire.ts'

/** What the file system knows about a file; what the server leaves out is zero. */
export interface FileAttributes {
  readonly sizeBytes: number
  readonly userId: number
  readonly groupId: number
  /** The type and the permission bits, as `st_mode`. */
  readonly rawMode: number
  readonly modifiedS: number
}

/** What is changed about a file. */
export interface AttributeChange {
  readonly mode?: number | undefined
  readonly owner?: { userId: number; groupId: number } | undefined
  readonly modifiedS?: number | undefined
}

const present = { size: 1, owner: 2, mode: 4, times: 8, extended: 0x80000000 } as const
const extendedMax = 64

export function readAttributes(fields: FieldReader): FileAttributes {
  const flags = fields.number()
  const has = (flag: number) => (flags & flag) !== 0
  const sizeBytes = has(present.size) ? fields.long() : 0
  const [userId, groupId] = has(present.owner) ? [fields.number(), fields.number()] : [0, 0]
  const rawMode = has(present.mode) ? fields.number() : 0
  const [, modifiedS] = has(present.times) ? [fields.number(), fields.number()] : [0, 0]
  const extended = has(present.extended) ? Math.min(fields.number(), extendedMax) : 0
  for (let read = 0; read < extended; read += 1) {
    fields.bytes()
    fields.bytes()
  }
  return { sizeBytes, userId, groupId, rawMode, modifiedS }
}

/** The fields of a change. */
export function attributeFields({ mode, owner, modifiedS }: AttributeChange): number[] {
  const parts = [
    { flag: present.owner, values: owner && [owner.userId, owner.groupId] },
    { flag: present.mode, values: mode === undefined ? undefined : [mode] },
    { flag: present.times, values: modifiedS === undefined ? undefined : [modifiedS, modifiedS] },
  ]
  const given = parts.filter(({ values }) => values !== undefined)
  const flags = given.reduce((sum, { flag }) => sum | flag, 0)
  return [flags, ...given.flatMap(({ values }) => values ?? [])]
}

const typeBits = 0o170000
const kinds = new Map<number, FileKind>([
  [0o100000, 'file'],
  [0o040000, 'folder'],
  [0o120000, 'symlink'],
])

/** The kind of a file by its `st_mode`. */
export function kindOf({ rawMode }: Pick<FileAttributes, 'rawMode'>): FileKind {
  return kinds.get(rawMode & typeBits) ?? 'other'
}

/** The permission bits. */
export function modeOf({ rawMode }: Pick<FileAttributes, 'rawMode'>): number {
  return rawMode & 0o7777
}
