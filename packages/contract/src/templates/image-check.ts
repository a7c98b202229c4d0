import { z } from 'zod'
import { TemplateId } from '../core/ids.ts'
import { ImageRef } from '../core/image-ref.ts'

/** Asks a registry about an image, with or without a login. */
export const ImageCheckRequest = z.strictObject({
  image_path_with_tag: ImageRef,
  docker_repo_server: z.string().max(255).default(''),
  docker_repo_username: z.string().max(255).default(''),
  docker_repo_password: z.string().max(4_096).default(''),
  /** A template of your own: without a password, the one that it stores for the same registry and user is used. */
  template_id: TemplateId.optional(),
})
export type ImageCheckRequest = z.infer<typeof ImageCheckRequest>

/** What the registry has. */
export const ImageCheck = z.strictObject({
  registry: z.string(),
  /** `null`: without a login. */
  signed_in_as: z.string().nullable(),
  digest: z.string(),
  /** Of the compressed layers for the first platform. */
  size_bytes: z.int(),
  /** Such as `linux/amd64`. */
  platforms: z.array(z.string()),
})
export type ImageCheck = z.infer<typeof ImageCheck>
