import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { makeChallenge } from '../agents/index.ts'
import { changeMachine } from './change-machine.ts'
import { createEnrolmentToken } from './create-enrolment-token.ts'
import type { MachinesCtx } from './ctx.ts'
import { type EnrolmentPorts, enrolMachine } from './enrol-machine.ts'
import { explainSearch } from './explain-search.ts'
import { readFingerprintSalt } from './installation-salt.ts'
import { listMachines, readMachine } from './list-machines.ts'
import { measureMachine } from './measure-machine.ts'
import { readOffer } from './read-offer.ts'
import { removeMachine } from './remove-machine.ts'
import { searchOffers } from './search-offers.ts'

/** `machines.connect` is the gateway's upgrade and `offers.quote` the instances feature's; all else is here. */
export function machineRoutes(routes: Routes<MachinesCtx>, ports: EnrolmentPorts): void {
  const { machines, market } = api
  routes.on(machines.list, async (ctx) => listMachines(ctx))
  routes.on(machines.read, async (ctx, { params }) => readMachine(ctx, params.id))
  routes.on(machines.change, async (ctx, { params, body }) => changeMachine(ctx, params.id, body))
  routes.on(machines.remove, async (ctx, { params }) => {
    await removeMachine(ctx, params.id)
    return {}
  })
  routes.on(machines.measure, async (ctx, { params }) => {
    await measureMachine(ctx, params.id)
    return {}
  })
  routes.on(machines.createEnrolmentToken, async (ctx) => createEnrolmentToken(ctx))
  routes.on(machines.enrol, async (ctx, { body }) => enrolMachine(ctx, body, ports))
  routes.on(machines.fingerprintSalt, async (ctx) => readFingerprintSalt(ctx))
  routes.on(machines.challenge, async (ctx, { body }) => makeChallenge(ctx, body.machine_id))
  routes.on(market.search, async (ctx, { query }) => searchOffers(ctx, query))
  routes.on(market.explain, async (ctx, { query }) => explainSearch(ctx, query))
  routes.on(market.read, async (ctx, { params }) => readOffer(ctx, params.id))
}
