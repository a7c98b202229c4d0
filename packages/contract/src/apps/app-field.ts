import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { PlainLine } from '../core/values.ts'

/**
 * How a field of an app is filled in. `secret`: typed by the user and hidden. `generate`: a secret that is made for each
 * instance unless the user types one. `model`: the name of a model, such as `llama3.2:3b`.
 */
export const AppFieldKind = z.enum(['text', 'number', 'select', 'secret', 'generate', 'model'])
export type AppFieldKind = z.infer<typeof AppFieldKind>

/** What a text must be. Closed, so that no app brings a pattern that is slow to match. */
export const AppFieldCheck = z.enum(['any', 'url', 'email', 'identifier'])
export type AppFieldCheck = z.infer<typeof AppFieldCheck>

export const AppFieldName = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'must be an environment variable such as ADMIN_EMAIL')
  .refine((name) => !name.startsWith('GRIDLOOM_'), 'names that start with GRIDLOOM_ are reserved')
  .meta({ examples: ['ADMIN_EMAIL'] })

/** A value that an app asks for at its launch: the environment variable `name` of its instance. */
export const AppField = z
  .strictObject({
    name: AppFieldName,
    label: PlainLine.min(1).max(60),
    /** One sentence below the field. */
    help: PlainLine.max(200).default(''),
    kind: AppFieldKind,
    required: z.boolean().default(true),
    default: z.string().max(limits.envValueChars).default(''),
    /** The choices of a `select`. */
    options: z
      .array(
        z.strictObject({
          value: z.string().max(limits.envValueChars),
          label: PlainLine.min(1).max(60),
        }),
      )
      .max(50)
      .default([]),
    /** The bounds of a `number`, which is whole. */
    min: z.int().nullable().default(null),
    max: z.int().nullable().default(null),
    check: AppFieldCheck.default('any'),
  })
  .refine(({ kind, options }) => kind !== 'select' || options.length > 0, {
    message: 'a select needs options',
    path: ['options'],
  })
export type AppField = z.infer<typeof AppField>
