import { z } from 'zod'
import { Timestamp } from '../core/values.ts'
import { FilePath } from './file-path.ts'

/** `other`: a device, a socket or a pipe. */
export const FileKind = z.enum(['file', 'folder', 'symlink', 'other'])
export type FileKind = z.infer<typeof FileKind>

/** The permission bits, as a number: 0o755 is 493. */
export const FileMode = z
  .int()
  .min(0)
  .max(0o7777)
  .meta({ examples: [0o644] })

/** A file, a folder or a symbolic link of an instance, as the instance itself sees it. */
export const FileEntry = z.strictObject({
  /** Its name as text, see `FilePath`. */
  name: z.string().meta({ examples: ['notes.txt'] }),
  kind: FileKind,
  size_bytes: z.int(),
  mode: FileMode,
  user_id: z.int(),
  group_id: z.int(),
  /** The names of both, where the instance tells them. */
  user: z.string().nullable(),
  group: z
    .string()
    .nullable()
    .meta({ examples: ['root'] }),
  modified_at: Timestamp,
  /** Where a symbolic link points, as text, which need not exist and may be relative; `null` for everything else. */
  target: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
  /** What it leads to; `null`: nothing, or not known as the instance is stopped. */
  target_kind: FileKind.nullable(),
})
export type FileEntry = z.infer<typeof FileEntry>

export const FileSort = z.enum(['name', 'size', 'modified'])
export type FileSort = z.infer<typeof FileSort>

export const fileListMax = 1_000

/** One page of a folder. Folders come before files; names are compared byte by byte. */
export const FileListQuery = z.strictObject({
  path: FilePath,
  sort: FileSort.default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
  /** `folders`: without files, and without symbolic links to folders. */
  kinds: z.enum(['all', 'folders']).default('all'),
  /** `next` of the page before. */
  after: z.string().max(2_000).optional(),
  limit: z.coerce.number().int().min(1).max(fileListMax).default(200),
})
export type FileListQuery = z.infer<typeof FileListQuery>

export const FileList = z.strictObject({
  entries: z.array(FileEntry),
  /** Entries of the whole folder, of the wanted kinds. */
  total: z.int(),
  /** Passed as `after` for the next page; `null`: this is the last one. */
  next: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
  /** Whether the instance runs. */
  source: z.enum(['running', 'stopped']),
  /** `read`: the machine of this stopped instance cannot open its disk, and files can only be read. */
  access: z.enum(['write', 'read']),
})
export type FileList = z.infer<typeof FileList>

/** What a writer saw of a file: one that has changed since is not overwritten. */
export const FileVersion = z.strictObject({ size_bytes: z.int().min(0), modified_at: Timestamp })
export type FileVersion = z.infer<typeof FileVersion>

/** The largest file that is edited as text. */
export const editedBytesMax = 512 * 1024

/** An upload, by an id that its client chose. Its bytes are in a file beside the target until it is finished. */
export const FileUploadId = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits')
  .meta({ examples: ['0123456789abcdef0123456789abcdef'] })
export type FileUploadId = z.infer<typeof FileUploadId>

/** The name under which the bytes of an upload are collected, in the folder of its target. */
export function uploadNameOf(upload: FileUploadId): string {
  return `.gridloom-upload-${upload}`
}

/** The largest file: 16 TiB, as of ext4. */
export const fileBytesMax = 16 * 1024 ** 4

export const FileUploadTarget = z.strictObject({
  path: FilePath,
  /** The size of the whole file; where it is not known yet, the most that it may have. */
  size_bytes: z.coerce.number().int().min(0).max(fileBytesMax),
})

export const FinishFileUpload = z.strictObject({
  path: FilePath,
  size_bytes: z.int().min(0).max(fileBytesMax),
  /** By default that of the file that is replaced, or 644. */
  mode: FileMode.optional(),
  modified_at: Timestamp.optional(),
  /** Whether an existing file is replaced. */
  replace: z.boolean().default(false),
})
export type FinishFileUpload = z.infer<typeof FinishFileUpload>

/** The form of a folder that is downloaded. Symbolic links stay links in a tar, and are left out of a zip. */
export const ArchiveFormat = z.enum(['zip', 'tar.zst'])
export type ArchiveFormat = z.infer<typeof ArchiveFormat>
