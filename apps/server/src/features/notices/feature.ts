import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { noticesPersonalData } from './personal-data-store.ts'

/** Notices that users read in the app and by email. */
export const noticesFeature: Feature<Ctx> = { name: 'notices', personalData: noticesPersonalData }
