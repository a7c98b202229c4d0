import type { Feature } from '../../platform/feature.ts'
import { checkAlerts } from './check-alerts.ts'
import type { MonitoringCtx } from './ctx.ts'
import { gpuAlert } from './gpu-alert-event.ts'
import { monitoringPersonalData } from './personal-data-store.ts'
import { recordMinutes } from './record-minutes.ts'
import { rollUp } from './roll-up.ts'
import { monitoringRoutes } from './routes.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** Alerts of a machine's GPUs; the subject is the machine. */
    gpu_alert: 'transient'
  }
}

const minutesEveryMs = 10_000
const alertsEveryMs = 60_000

/** Load and sensors of machines over time, and alerts of their GPUs. */
export const monitoringFeature: Feature<MonitoringCtx> = {
  name: 'monitoring',
  routes: (routes) => monitoringRoutes(routes),
  loops: [
    { name: 'samples of machines', everyMs: minutesEveryMs, run: recordMinutes },
    { name: 'alerts of GPUs', everyMs: alertsEveryMs, run: checkAlerts },
  ],
  scheduled: [{ name: 'roll-up-samples', schedule: { every: 'hour', minute: 1 }, run: rollUp }],
  personalData: monitoringPersonalData,
  topics: {
    gpu_alert: { scope: 'machines:read', show: async () => ({ event: 'gpu_alerts', data: {} }) },
  },
  events: [gpuAlert],
}
