import { plainText } from '@gridloom/contract/core/plain-text'
import type { FileEntry } from '@gridloom/contract/files/file-entry'
import { encodeFileBytes } from '@gridloom/contract/files/file-path'
import type { FoundFile } from './file-source.ts'
import { kindOf, modeOf } from './sftp/attributes.ts'

const ownerCharsMax = 64

/** The view of a file for its account. */
export function entryView({
  name,
  attributes,
  user,
  group,
  target,
  targetKind,
}: FoundFile): FileEntry {
  return {
    name: encodeFileBytes(name),
    kind: kindOf(attributes),
    size_bytes: attributes.sizeBytes,
    mode: modeOf(attributes),
    user_id: attributes.userId,
    group_id: attributes.groupId,
    user: user === null ? null : plainText(user, ownerCharsMax),
    group: group === null ? null : plainText(group, ownerCharsMax),
    modified_at: new Date(attributes.modifiedS * 1_000).toISOString(),
    target: target === null ? null : encodeFileBytes(target),
    target_kind: targetKind,
  }
}
