import type { ErrorTexts } from '../core/error-texts.ts'

export const mediaErrors = {
  media_post_known: {
    status: 409,
    text: 'This post is already listed.',
  },
  media_not_ready: {
    status: 409,
    text: 'The file of this media is not ready. Upload one, or wait until it is encoded.',
  },
  media_kind_mismatch: {
    status: 422,
    text: 'The content of this file is not of the expected type. Use MP4, MOV or WebM for videos, and PNG, JPEG or WebP for pictures.',
  },
  media_encoder_missing: {
    status: 503,
    text: 'Videos cannot be uploaded: ffmpeg or bubblewrap, in which it runs, is not installed on this server.',
  },
  captions_broken: {
    status: 422,
    text: 'These captions cannot be read: {why}',
  },
} as const satisfies ErrorTexts
