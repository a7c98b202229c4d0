import { api } from '@gridloom/contract/api'
import type { Ctx } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { changeMember } from './change-member.ts'
import { createCompany } from './create-company.ts'
import { declineInvitation } from './decline-invitation.ts'
import { inviteMember } from './invite-member.ts'
import { listCompanies } from './list-companies.ts'
import { listMyInvitations } from './my-invitations.ts'
import { removeMember } from './remove-member.ts'
import { renameCompany } from './rename-company.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'

/** The context of this feature: the platform's, with the public address for links in emails. */
export type CompaniesCtx = Ctx & { readonly publicUrl: string }

/** Mounts companies, their members and invitations. */
export function membershipRoutes(routes: Routes<CompaniesCtx>, all: AllFeatures): void {
  const { companies } = api
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
  invitationRoutes(routes, all)
}

function invitationRoutes(routes: Routes<CompaniesCtx>, all: AllFeatures): void {
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
