import { z } from 'zod'

/** An image reference as container engines write it: `[host[:port]/]path[:tag][@digest]`. */
export const ImageRef = z
  .string()
  .min(1)
  .max(255)
  .regex(
    /^(?:[a-z0-9.-]+(?::[0-9]+)?\/)?[a-z0-9]+(?:[._/-]+[a-z0-9]+)*(?::[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(?:@sha256:[a-f0-9]{64})?$/,
    'must be an image such as debian:12 or ghcr.io/owner/name:tag',
  )
