import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { TemplateId } from '../core/ids.ts'
import { ImageRef } from '../core/image-ref.ts'
import { PlainLine, Timestamp } from '../core/values.ts'
import { OfferFilters } from '../market/offer-filters.ts'
import { Environment, LaunchMode, Port, Readiness } from './container-fields.ts'

/** The fields of a template that define a container; they may also be given instead of a template id. */
export const TemplateFields = z.strictObject({
  image_path_with_tag: ImageRef,
  launch_mode: LaunchMode.default('shell'),
  /** Options of `docker run`, such as `-e NAME=value --shm-size 1g`; those that are not allowed are refused by name. */
  docker_options: z
    .string()
    .max(limits.dockerOptionsChars)
    .default('')
    .meta({ examples: ['--shm-size 1g --ulimit nofile=65536'] }),
  /** Arguments for the entry point of the image, one an entry; in `entrypoint` launch mode only. */
  docker_entry_point_tags: z
    .array(z.string().max(limits.entryPointArgumentChars))
    .max(limits.entryPointArguments)
    .default([]),
  on_start_script: z.string().max(limits.startScriptBytes).default(''),
  env: Environment.default({}),
  ports: z.array(Port).max(limits.ports).default([]),
  readiness: Readiness.default({ kind: 'started' }),
})
export type TemplateFields = z.infer<typeof TemplateFields>

/**
 * Filters of the market that a template begins with: what its program needs. Every filter can be one; the isolation that
 * applies by default is none.
 */
export const TemplateFilters = OfferFilters.extend({
  isolation: OfferFilters.shape.isolation.unwrap().optional(),
})
export type TemplateFilters = z.infer<typeof TemplateFilters>

/** The name of a template in commands, unique in its account. */
export const TemplateSlug = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    'Use 1 to 63 lower-case letters, digits and dashes',
  )
  .meta({ examples: ['pytorch-lab'] })

export const TemplateTag = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,29}$/, 'Use lower-case letters, digits and dashes')
  .meta({ examples: ['notebook'] })

/** Opens a template for whoever has it: its page, and copies of it. */
export const TemplateCode = z
  .string()
  .regex(/^[0-9a-hjkmnp-tv-z]{16}$/, 'must be a code such as 4k7m2p9qx3ws8z1b')
  .meta({ examples: ['4k7m2p9qx3ws8z1b'] })
export type TemplateCode = z.infer<typeof TemplateCode>

const RegistryHost = z
  .string()
  .max(255)
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?)?$/,
    'must be a host such as ghcr.io',
  )
  .meta({ examples: ['ghcr.io'] })

/** What a version of a template holds. A version never changes. */
export const TemplateContent = z.strictObject({
  ...TemplateFields.shape,
  /** The name on screens. */
  template_name: PlainLine.min(1).max(limits.templateNameChars),
  /** One line. */
  description: PlainLine.max(limits.templateDescriptionChars).default(''),
  /** The README, in Markdown. */
  template_description: z.string().max(limits.readmeChars).default(''),
  /** Whether the README is shown. */
  include_readme: z.boolean().default(true),
  tags: z.array(TemplateTag).max(limits.templateTags).default([]),
  recommended_disk_gb: z.int().min(limits.diskGbMin).max(limits.diskGbMax).default(10),
  /** Filters that the market begins with when the template is chosen. */
  extra_filters: TemplateFilters.default({}),
  /** Where to sign in to pull the image; empty: the registry of the image. */
  docker_repo_server: RegistryHost.default(''),
  docker_repo_username: z.string().max(255).default(''),
})
export type TemplateContent = z.infer<typeof TemplateContent>

/** `predefined`: every installation has it. `custom`: an account made it. */
export const TemplateType = z.enum(['predefined', 'custom'])
export type TemplateType = z.infer<typeof TemplateType>

/** Why a caller sees a template. `shared`: they have its code. */
export const TemplateAccess = z.enum(['predefined', 'own', 'public', 'shared'])
export type TemplateAccess = z.infer<typeof TemplateAccess>

export const Template = z.strictObject({
  ...TemplateContent.shape,
  id: TemplateId,
  /** The name in commands. */
  name: TemplateSlug,
  /** Counts from 1 in templates of accounts. */
  version: z.string(),
  template_type: TemplateType.default('predefined'),
  public_template: z.boolean(),
  /** `null` unless the template is the caller's own. */
  template_code: TemplateCode.nullable(),
  /** The address of its picture. */
  template_image: z.string().nullable(),
  /** Whether a password for the registry is stored. It is never returned. */
  docker_repo_password_saved: z.boolean(),
  access: TemplateAccess,
  /** Who made it; `null` for predefined ones. */
  author: z.string().nullable(),
  /** Instances that were ordered with it, and how many of their first starts succeeded, by accounts other than the author's. */
  uses: z.int(),
  starts: z.strictObject({ succeeded: z.int(), failed: z.int() }),
  updated_at: Timestamp.nullable(),
})
export type Template = z.infer<typeof Template>

const password = z.string().min(1).max(4_096)

/** A template to create. */
export const NewTemplate = z.strictObject({
  ...TemplateContent.shape,
  /** Made from `template_name` by default. */
  name: TemplateSlug.optional(),
  public_template: z.boolean().default(false),
  docker_repo_password: password.optional(),
})
export type NewTemplate = z.infer<typeof NewTemplate>

/** A change of a template. A new version is made where its content changed; everything that is omitted is empty then. */
export const TemplateChange = z.strictObject({
  ...NewTemplate.shape,
  public_template: z.boolean().optional(),
  /** Omitted: the stored one stays. `null`: it is deleted. */
  docker_repo_password: password.nullable().optional(),
  /** The version that the change was made from; another one in the meantime refuses it. */
  from_version: z.string().max(20).optional(),
})
export type TemplateChange = z.infer<typeof TemplateChange>

/** One version of a template, with who made it. */
export const TemplateVersion = z.strictObject({
  version: z.string(),
  created_at: Timestamp,
  created_by: z.string().nullable(),
  content: TemplateContent,
})
export type TemplateVersion = z.infer<typeof TemplateVersion>

/** The template that orders begin with. */
export const DefaultTemplate = z.strictObject({
  id: TemplateId,
  template_name: z.string(),
  version: z.string(),
})
export type DefaultTemplate = z.infer<typeof DefaultTemplate>
