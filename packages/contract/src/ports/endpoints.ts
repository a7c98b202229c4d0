import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { InstanceId, PortLinkId } from '../core/ids.ts'
import { Port } from '../templates/container-fields.ts'
import {
  CreatedPortLink,
  NewPortLink,
  PortAccess,
  PortAddress,
  PortAnswer,
  PortLink,
  PortSignIn,
  PortSignInReply,
} from './port-address.ts'
import { OpenTcpPort } from './tcp-port.ts'

const onePort = z.strictObject({ id: InstanceId, port: z.coerce.number().pipe(Port) })

export const ports = {
  list: endpoint({
    method: 'GET',
    path: '/api/instances/{id}/ports',
    auth: 'member',
    scope: 'instances:read',
    title: 'List ports',
    summary: 'List the declared ports of an instance with their addresses and who may open them',
    params: z.strictObject({ id: InstanceId }),
    response: z.array(PortAddress),
    errors: ['not_found'],
  }),
  answer: endpoint({
    method: 'GET',
    path: '/api/instances/{id}/ports/{port}/answer',
    auth: 'member',
    scope: 'instances:read',
    title: 'Probe port',
    summary: 'Request the start page of a declared port now: status, title and latency',
    params: onePort,
    response: PortAnswer,
    errors: ['not_found', 'too_many_requests'],
    perMinute: 300,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/instances/{id}/ports/{port}',
    auth: 'member',
    scope: 'instances:write',
    title: 'Change port access',
    summary:
      'Change who may open a port address, at once; connections of those who lose access end. `private` revokes its links',
    params: onePort,
    body: z.strictObject({ access: PortAccess }),
    response: PortAddress,
    errors: ['not_found'],
  }),
  links: endpoint({
    method: 'GET',
    path: '/api/instances/{id}/ports/{port}/links',
    auth: 'member',
    scope: 'instances:read',
    title: 'List port links',
    summary: 'List the valid links to a port address, newest first',
    params: onePort,
    response: z.array(PortLink),
    errors: ['not_found'],
  }),
  createLink: endpoint({
    method: 'POST',
    path: '/api/instances/{id}/ports/{port}/links',
    auth: 'member',
    scope: 'instances:write',
    title: 'Create port link',
    summary:
      'Create a link with which anyone may open a port address until it expires; a private address becomes `link`',
    status: 201,
    params: onePort,
    body: NewPortLink,
    response: CreatedPortLink,
    errors: ['not_found', 'limit_reached'],
    perMinute: 60,
  }),
  revokeLink: endpoint({
    method: 'DELETE',
    path: '/api/instances/{id}/ports/{port}/links/{link_id}',
    auth: 'member',
    scope: 'instances:write',
    title: 'Revoke port link',
    summary: 'Revoke a link at once; connections opened with it end',
    params: z.strictObject({ ...onePort.shape, link_id: PortLinkId }),
    errors: ['not_found'],
  }),
  openTcp: endpoint({
    method: 'PUT',
    path: '/api/instances/{id}/ports/{port}/tcp',
    auth: 'member',
    scope: 'instances:write',
    title: 'Open public TCP port',
    summary:
      'Open a public TCP port to a declared port, kept for the life of the instance, or change the networks that may connect to it; connections from others end at once',
    params: onePort,
    body: OpenTcpPort,
    response: PortAddress,
    errors: [
      'not_found',
      'instance_moving',
      'limit_reached',
      'tcp_ports_unavailable',
      'tcp_ports_exhausted',
    ],
    perMinute: 60,
  }),
  closeTcp: endpoint({
    method: 'DELETE',
    path: '/api/instances/{id}/ports/{port}/tcp',
    auth: 'member',
    scope: 'instances:write',
    title: 'Close public TCP port',
    summary: 'Give the public TCP port of a declared port back; its connections end',
    params: onePort,
    errors: ['not_found'],
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/ports/sign-in',
    auth: 'session',
    title: 'Sign in to port',
    summary:
      'Sign the browser in to a port address: returns the address to continue at, with a code that is valid once and for a minute',
    body: PortSignIn,
    response: PortSignInReply,
    errors: ['not_found'],
    perMinute: 60,
  }),
  tlsAsk: endpoint({
    method: 'GET',
    path: '/api/system/tls-ask',
    auth: 'public',
    title: 'Check domain for certificate',
    summary:
      'For proxies that obtain certificates on demand: 200 if the domain is that of port addresses or an existing address, else 404',
    transport: 'bare',
    query: z.strictObject({
      domain: z
        .string()
        .max(253)
        .meta({ examples: ['8888-ins0123456789abcdef.apps.example.net'] }),
    }),
    response: z.strictObject({}),
    errors: ['not_found'],
    perMinute: 600,
  }),
} as const
