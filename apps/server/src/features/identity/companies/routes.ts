import { api } from '@gridloom/contract/api'
import type { AllFeatures } from '../../../platform/feature.ts'
import type { Routes } from '../../../platform/http/routes.ts'
import { bearerOf } from '../client-info.ts'
import type { IdentityCtx } from '../ports.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { actAs } from './act-as.ts'
import { changeMember } from './change-member.ts'
import { createCompany } from './create-company.ts'
import { declineInvitation } from './decline-invitation.ts'
import { inviteMember } from './invite-member.ts'
import { listCompanies } from './list-companies.ts'
import { listMyInvitations } from './my-invitations.ts'
import { removeMember } from './remove-member.ts'
import { renameCompany } from './rename-company.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'

/** Mounts what companies are as groups of people: members, invitations, and working for one. */
export function membershipRoutes(routes: Routes<IdentityCtx>, all: AllFeatures): void {
  const { companies, auth } = api
  routes.on(companies.list, (ctx) => listCompanies(ctx))
  routes.on(companies.create, (ctx, { body }) => createCompany(ctx, body))
  routes.on(companies.rename, (ctx, { params, body }) => renameCompany(ctx, params.id, body))
  routes.on(companies.changeMember, async (ctx, { params, body }) => {
    const { id: companyId, account_id: userId } = params
    await changeMember(ctx, { companyId, userId, role: body.role }, all)
    return {}
  })
  routes.on(companies.removeMember, async (ctx, { params }) => {
    await removeMember(ctx, { companyId: params.id, userId: params.account_id }, all)
    return {}
  })
  routes.on(auth.actAs, (ctx, input) =>
    actAs(ctx, { companyId: input.body.company_id, token: bearerOf(input) }),
  )
  invitationRoutes(routes, all)
}

function invitationRoutes(routes: Routes<IdentityCtx>, all: AllFeatures): void {
  const { companies } = api
  routes.on(companies.invite, (ctx, { params, body }) => inviteMember(ctx, params.id, body))
  routes.on(companies.withdrawInvitation, async (ctx, { params }) => {
    await withdrawInvitation(ctx, params.id, params.invitation_id)
    return {}
  })
  routes.on(companies.myInvitations, (ctx) => listMyInvitations(ctx))
  routes.on(companies.acceptInvitation, (ctx, { params }) => acceptInvitation(ctx, params.id, all))
  routes.on(companies.declineInvitation, async (ctx, { params }) => {
    await declineInvitation(ctx, params.id)
    return {}
  })
}
