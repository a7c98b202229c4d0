import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { actOnInstances } from './act-on-instances.ts'
import { postponeStop } from './automation/postpone-stop.ts'
import { readSavings } from './automation/read-savings.ts'
import { changeInstance } from './change-instance.ts'
import type { InstancesCtx } from './ctx.ts'
import { destroyInstance } from './destroy-instance.ts'
import { listAllEvents, listInstanceEvents } from './events/list-events.ts'
import { execInInstance } from './exec-in-instance.ts'
import { followLogs } from './follow-logs.ts'
import { listInstances } from './list-instances.ts'
import { followMetrics, readMetrics } from './metrics.ts'
import { openTerminal } from './open-terminal.ts'
import { openTunnel } from './open-tunnel.ts'
import { orderInstance } from './order-instance.ts'
import { readInstance } from './read-instance.ts'
import { readInstanceReceipt } from './read-instance-receipt.ts'
import { downloadLogs, readLogs } from './read-logs.ts'
import { restartInstance } from './restart-instance.ts'
import { startInstance } from './start-instance.ts'
import { stopInstance } from './stop-instance.ts'

/** Mounts the `instances` area of the contract. */
export function instanceRoutes(routes: Routes<InstancesCtx>): void {
  const { instances } = api
  routes.on(instances.order, async (ctx, input) => ({
    instance: await orderInstance(ctx, input.body, input.header('idempotency-key')),
  }))
  routes.on(instances.list, (ctx, { query }) => listInstances(ctx, query))
  routes.on(instances.read, (ctx, { params }) => readInstance(ctx, params.id))
  routes.on(instances.start, (ctx, { params }) => startInstance(ctx, params.id))
  routes.on(instances.stop, (ctx, { params }) => stopInstance(ctx, params.id))
  routes.on(instances.restart, (ctx, { params }) => restartInstance(ctx, params.id))
  routes.on(instances.destroy, (ctx, { params }) => destroyInstance(ctx, params.id))
  routes.on(instances.change, (ctx, { params, body }) =>
    changeInstance(ctx, { ...body, id: params.id }),
  )
  routes.on(instances.savings, (ctx, { params, query }) =>
    readSavings(ctx, { ...query, id: params.id }),
  )
  routes.on(instances.postponeStop, (ctx, { params, body }) =>
    postponeStop(ctx, { ...body, id: params.id }),
  )
  routes.on(instances.act, (ctx, { body }) => actOnInstances(ctx, body))
  routes.on(instances.events, (ctx, { params, query }) => listInstanceEvents(ctx, params.id, query))
  routes.on(instances.allEvents, (ctx, { query }) => listAllEvents(ctx, query))
  routes.on(instances.receipt, (ctx, { params }) => readInstanceReceipt(ctx, params.id))

  routes.on(instances.logs, (ctx, { params, query }) => readLogs(ctx, params.id, query))
  routes.stream(instances.followLogs, (ctx, { params, query }, after) =>
    followLogs(ctx, { id: params.id, query, after }),
  )
  routes.download(instances.downloadLogs, (ctx, { params }) => downloadLogs(ctx, params.id))
  routes.on(instances.metrics, (ctx, { params, query }) =>
    readMetrics(ctx, { id: params.id, minutes: query.minutes }),
  )
  routes.stream(instances.followMetrics, (ctx, { params }, after) =>
    followMetrics(ctx, { id: params.id, after }),
  )

  routes.stream(instances.exec, (ctx, { params, body }) => execInInstance(ctx, params.id, body))
  routes.socket(instances.terminal, (socket, { params }, auth) =>
    openTerminal(socket, params.id, auth),
  )
  routes.socket(instances.tunnel, (socket, { params }, auth) => openTunnel(socket, params, auth))
}
