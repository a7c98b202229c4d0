import { preparedAccounts } from './prepared-accounts.ts'
import { preparedAffiliate } from './prepared-affiliate.ts'
import { preparedApps } from './prepared-apps.ts'
import type { PreparedCalls } from './prepared-call.ts'
import { preparedChannels } from './prepared-channels.ts'
import { preparedInstallers } from './prepared-installers.ts'
import { preparedMachines } from './prepared-machines.ts'
import { preparedMedia } from './prepared-media.ts'
import { preparedMissions } from './prepared-missions.ts'
import { preparedModels } from './prepared-models.ts'
import { preparedPorts } from './prepared-ports.ts'
import { preparedProjects } from './prepared-projects.ts'
import { preparedPromoCodes } from './prepared-promo-codes.ts'
import { preparedRendering } from './prepared-rendering.ts'
import { preparedReputation } from './prepared-reputation.ts'
import { preparedReservations } from './prepared-reservations.ts'
import { preparedRewards } from './prepared-rewards.ts'
import { preparedTemplates } from './prepared-templates.ts'
import { preparedVolumes } from './prepared-volumes.ts'

/** Calls whose success takes more than the example of the document, with what each takes. */
export const allPrepared: PreparedCalls = {
  ...preparedAccounts,
  ...preparedAffiliate,
  ...preparedApps,
  ...preparedChannels,
  ...preparedInstallers,
  ...preparedMachines,
  ...preparedMissions,
  ...preparedMedia,
  ...preparedModels,
  ...preparedPorts,
  ...preparedProjects,
  ...preparedPromoCodes,
  ...preparedRendering,
  ...preparedReputation,
  ...preparedReservations,
  ...preparedRewards,
  ...preparedTemplates,
  ...preparedVolumes,
}
