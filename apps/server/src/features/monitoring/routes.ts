import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { changeAlertSettings, readAlertSettings } from './alert-settings.ts'
import type { MonitoringCtx } from './ctx.ts'
import { readAlerts } from './read-alerts.ts'
import { readHistory } from './read-history.ts'

/** Mounts the `monitoring` area of the contract. */
export function monitoringRoutes(routes: Routes<MonitoringCtx>): void {
  const { monitoring } = api
  routes.on(monitoring.history, (ctx, { params, query }) =>
    readHistory(ctx, { ...query, id: params.id }),
  )
  routes.on(monitoring.alerts, (ctx) => readAlerts(ctx))
  routes.on(monitoring.alertSettings, (ctx) => readAlertSettings(ctx))
  routes.on(monitoring.changeAlertSettings, (ctx, { body }) => changeAlertSettings(ctx, body))
}
