import { z } from 'zod'
import { PictureUrl } from '../core/picture-url.ts'
import { AppDefinition, appLimits } from './app.ts'
import { AppName } from './app-container.ts'

/** An app that the operator adds. */
export const NewApp = z.strictObject({
  slug: AppName,
  definition: AppDefinition,
  hidden: z.boolean().default(false),
})
export type NewApp = z.infer<typeof NewApp>

/** A change of an app. Of a predefined one only `hidden` can change. */
export const AppChange = z
  .strictObject({
    hidden: z.boolean().optional(),
    /** Another content is a new version. */
    definition: AppDefinition.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'nothing to change')
export type AppChange = z.infer<typeof AppChange>

/** The apps in the order of the catalogue; apps that are not named follow in their earlier order. */
export const AppOrder = z.strictObject({
  slugs: z
    .array(AppName)
    .min(1)
    .max(300)
    .refine((slugs) => new Set(slugs).size === slugs.length, 'names an app twice'),
})
export type AppOrder = z.infer<typeof AppOrder>

/** The place of a picture: 0 is the picture of the app, the others are its screenshots. */
export const AppPicturePlace = z.coerce.number().int().min(0).max(appLimits.screenshots)

export const AppPictureChange = z.strictObject({ image: PictureUrl.nullable() })
