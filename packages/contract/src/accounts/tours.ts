import { z } from 'zod'

/** The tours of the web app, one for each flow. */
export const TourName = z.enum(['rent', 'render', 'models', 'provide'])
export type TourName = z.infer<typeof TourName>

export const DismissedTours = z.array(TourName).max(TourName.options.length)
export type DismissedTours = z.infer<typeof DismissedTours>

/** Whether a tour is dismissed, or shown again. */
export const TourChange = z.strictObject({ tour: TourName, dismissed: z.boolean() })
export type TourChange = z.infer<typeof TourChange>
