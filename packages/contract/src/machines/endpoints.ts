import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { MachineId } from '../core/ids.ts'
import { PlainLine, Timestamp } from '../core/values.ts'
import { EnrolmentToken, Fingerprint, PublicKey } from './enrolment.ts'
import { Machine, MachineChange } from './machine.ts'

const one = z.strictObject({ id: MachineId })

export const machines = {
  list: endpoint({
    method: 'GET',
    path: '/api/machines',
    auth: 'member',
    scope: 'machines:read',
    summary: 'List the machines you host',
    response: z.array(Machine),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/machines/{id}',
    auth: 'member',
    scope: 'machines:read',
    summary: 'Retrieve one of your machines',
    params: one,
    response: Machine,
    errors: ['not_found'],
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/machines/{id}',
    auth: 'member',
    scope: 'machines:write',
    summary: "Update a machine's name, prices or listing; running instances keep their price",
    params: one,
    body: MachineChange,
    response: Machine,
    errors: ['not_found', 'machine_in_use'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/machines/{id}',
    auth: 'member',
    scope: 'machines:write',
    summary: 'Remove a machine: revoke its key and unlist it; rejected while it is rented',
    params: one,
    errors: ['not_found', 'machine_in_use'],
  }),
  measure: endpoint({
    method: 'POST',
    path: '/api/machines/{id}/benchmarks',
    auth: 'member',
    scope: 'machines:write',
    summary: 'Run the benchmarks again; the results arrive on the event stream',
    status: 202,
    params: one,
    errors: ['not_found', 'machine_offline', 'machine_in_use'],
    perMinute: 6,
  }),
  createEnrolmentToken: endpoint({
    method: 'POST',
    path: '/api/machines/enrolment-tokens',
    auth: 'member',
    scope: 'machines:write',
    summary: 'Create a token that enrols one machine, once, within 10 minutes',
    status: 201,
    response: EnrolmentToken,
    errors: ['daily_limit_reached'],
    perMinute: 30,
  }),
  fingerprintSalt: endpoint({
    method: 'POST',
    path: '/api/agent/fingerprint-salt',
    auth: 'public',
    audit: 'none',
    summary: 'Agents: retrieve the salt that this installation hashes computer IDs with',
    response: z.strictObject({ salt: z.string() }),
    perMinute: 30,
  }),
  enrol: endpoint({
    method: 'POST',
    path: '/api/agent/enrol',
    auth: 'public',
    summary:
      'Agents: exchange an enrolment token and a public key for a machine ID. A computer that is already a machine of the account keeps its ID',
    status: 201,
    body: z.strictObject({
      token: z.string().min(1).max(200),
      public_key: PublicKey,
      name: PlainLine.min(1).max(80),
      /** Signs the bytes of the token with the key being enrolled: proves that the caller has it. */
      signature: z.string().max(200),
      fingerprint: Fingerprint.optional(),
    }),
    response: z.strictObject({ machine_id: MachineId }),
    errors: ['enrolment_token_invalid', 'computer_enrolled'],
    perMinute: 30,
  }),
  challenge: endpoint({
    method: 'POST',
    path: '/api/agent/challenge',
    auth: 'public',
    audit: 'none',
    summary: 'Agents: create a nonce to sign before connecting, valid once and for one minute',
    body: z.strictObject({ machine_id: MachineId }),
    response: z.strictObject({ nonce: z.string(), expires_at: Timestamp }),
    errors: ['machine_refused'],
    perMinute: 120,
  }),
  connect: endpoint({
    method: 'GET',
    path: '/api/agent/connect',
    auth: 'machine',
    summary:
      'Agents: HTTP Upgrade to gridloom-agent/1, after which the agent serves HTTP/2 on the socket',
    transport: 'websocket',
    errors: ['machine_refused'],
    perMinute: 120,
  }),
} as const
