import { type AccountId, MachineId } from '@gridloom/contract/core/ids'
import { disposing } from '../../platform/disposing.ts'
import type { Feature } from '../../platform/feature.ts'
import { countMachines } from './count-machines.ts'
import type { MachinesCtx } from './ctx.ts'
import { handleMachineMessage } from './handle-machine-message.ts'
import { readMachine } from './list-machines.ts'
import { gpusMeasured, machineMeasured, machineReduced } from './machine-events.ts'
import { machineQuota } from './machine-quota.ts'
import { notifyFeeChange } from './notify-fee-change.ts'
import { notifyOffline } from './notify-offline.ts'
import { machinesPersonalData } from './personal-data-store.ts'
import { recordOnlineHours } from './record-online-hours.ts'
import { recordViolation } from './record-violation.ts'
import { machineRoutes } from './routes.ts'
import { sweepSilentMachines } from './sweep-silent-machines.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    machine: 'stored'
  }
}

declare module '../../platform/feature.ts' {
  interface Hooks {
    /** A computer was enrolled as a machine. */
    readonly 'machine.enrolled': {
      readonly machineId: MachineId
      readonly accountId: AccountId
      /** Earlier machines on the same computer. */
      readonly before: readonly MachineId[]
      /** Whether the server itself runs on it. */
      readonly isHere: boolean
    }
  }
}

/** How often offline machines are swept, on top of `machineSilentAfterMs` without a heartbeat. */
const offlineEveryMs = 2_000
const noticesEveryMs = 60_000
/** How precisely the end of an hour is recorded. */
const hoursEveryMs = 10_000

export const machinesFeature: Feature<MachinesCtx> = {
  name: 'machines',
  personalData: machinesPersonalData,
  routes: (routes, all) => machineRoutes(routes, all),
  start: (ctx) =>
    disposing(
      ctx.agents.subscribe((event) => handleMachineMessage(ctx, event)),
      ctx.agents.onViolation((machineId, violation) => recordViolation(ctx, machineId, violation)),
    ),
  loops: [
    { name: 'offline machines', everyMs: offlineEveryMs, run: sweepSilentMachines },
    { name: 'hours online', everyMs: hoursEveryMs, run: recordOnlineHours },
    { name: 'offline notices', everyMs: noticesEveryMs, run: notifyOffline },
    { name: 'fee notices', everyMs: noticesEveryMs, run: notifyFeeChange },
  ],
  topics: {
    machine: {
      scope: 'machines:read',
      show: async (ctx, { subject }) => ({
        event: 'machine',
        data: await readMachine(ctx, MachineId.parse(subject)),
      }),
    },
  },
  events: [machineMeasured, gpusMeasured, machineReduced],
  quotas: [machineQuota],
  inUse: async (db, accountId) => [{ count: await countMachines(db, accountId), noun: 'machine' }],
}
