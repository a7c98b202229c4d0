import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { changeAccess } from './change-access.ts'
import { createLink } from './create-link.ts'
import type { PortsCtx } from './ctx.ts'
import { giveTcpPortBack } from './give-tcp-port-back.ts'
import { listLinks } from './list-links.ts'
import { listPorts } from './list-ports.ts'
import { openTcpPort } from './open-tcp-port.ts'
import { probePort } from './probe-port.ts'
import { revokeLink } from './revoke-link.ts'
import { signInToPort } from './sign-in-to-port.ts'
import { tlsAsk } from './tls-ask.ts'

/** Mounts the `ports` area of the contract. */
export function portRoutes(routes: Routes<PortsCtx>): void {
  const { ports } = api
  routes.on(ports.list, (ctx, { params }) => listPorts(ctx, params.id))
  routes.on(ports.answer, (ctx, { params }) => probePort(ctx, params))
  routes.on(ports.change, (ctx, { params, body }) => changeAccess(ctx, { ...params, ...body }))
  routes.on(ports.links, (ctx, { params }) => listLinks(ctx, params))
  routes.on(ports.createLink, (ctx, { params, body }) => createLink(ctx, { ...params, link: body }))
  routes.on(ports.revokeLink, async (ctx, { params }) => {
    const { id, port, link_id: linkId } = params
    await revokeLink(ctx, { id, port, linkId })
    return {}
  })
  routes.on(ports.openTcp, (ctx, { params, body }) => openTcpPort(ctx, { ...params, ...body }))
  routes.on(ports.closeTcp, async (ctx, { params }) => {
    await giveTcpPortBack(ctx, params)
    return {}
  })
  routes.on(ports.signIn, (ctx, { body }) => signInToPort(ctx, body))
  routes.on(ports.tlsAsk, async (ctx, { query }) => {
    await tlsAsk(ctx, query.domain)
    return {}
  })
}
