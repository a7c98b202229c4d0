import type { MediaContentId, MediaUploadId } from '@gridloom/contract/core/ids'

/** The keys of the library's files in the file store. */
export const fileKeys = {
  /** The prefix of an upload's segments. */
  upload: (id: MediaUploadId) => `media/uploads/${id}/`,
  /** A video as it was uploaded, until it is encoded. */
  source: (id: MediaContentId) => `media/contents/${id}/source`,
  /** The prefix of everything of a content. */
  content: (id: MediaContentId) => `media/contents/${id}/`,
  /** A finished file. `folder` belongs to one encoding, so that none ever replaces a file that is read. */
  finished: (id: MediaContentId, folder: string, name: string) =>
    `media/contents/${id}/${folder}/${name}`,
} as const
