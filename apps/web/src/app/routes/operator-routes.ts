import { createRoute, redirect } from '@tanstack/react-router'
import { detailsQuery } from '../../api/queries.ts'
import { readAuditSearch } from '../../features/audit/audit-search.ts'
import { readListSearch } from '../../features/operator/operator-search.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { shell } from './shell-route.ts'

/** The operator's screens; for other users their paths do not exist. */
const operate = createRoute({
  getParentRoute: () => shell,
  id: 'operate',
  beforeLoad: async ({ context: { runtime } }) => {
    const { role } = await runtime.queryClient.ensureQueryData(detailsQuery(runtime.client))
    if (role !== 'operator') throw redirect({ to: '/onboarding', replace: true })
  },
})

const overview = createRoute({
  getParentRoute: () => operate,
  path: '/operator',
  component: lazyPart(
    async () => (await import('../../features/operator/overview/operator-page.tsx')).OperatorPage,
  ),
})

const users = createRoute({
  getParentRoute: () => operate,
  path: '/operator/users',
  validateSearch: readListSearch,
  component: lazyPart(
    async () => (await import('../../features/operator/users/users-page.tsx')).UsersPage,
  ),
})

const accessCodes = createRoute({
  getParentRoute: () => operate,
  path: '/operator/access-codes',
  component: lazyPart(
    async () =>
      (await import('../../features/operator/access-codes/access-codes-page.tsx')).AccessCodesPage,
  ),
})

const promoCodes = createRoute({
  getParentRoute: () => operate,
  path: '/operator/promo-codes',
  component: lazyPart(
    async () =>
      (await import('../../features/promo-codes/operator/promo-codes-page.tsx')).PromoCodesPage,
  ),
})

const affiliates = createRoute({
  getParentRoute: () => operate,
  path: '/operator/affiliates',
  component: lazyPart(
    async () =>
      (await import('../../features/affiliate/operator/affiliates-page.tsx')).AffiliatesPage,
  ),
})

const missions = createRoute({
  getParentRoute: () => operate,
  path: '/operator/missions',
  component: lazyPart(
    async () =>
      (await import('../../features/missions/operator/operator-missions-page.tsx'))
        .OperatorMissionsPage,
  ),
})

const media = createRoute({
  getParentRoute: () => operate,
  path: '/operator/media',
  component: lazyPart(
    async () =>
      (await import('../../features/media/operator/operator-media-page.tsx')).OperatorMediaPage,
  ),
})

const ledgerCheck = createRoute({
  getParentRoute: () => operate,
  path: '/operator/ledger-check',
  component: lazyPart(
    async () =>
      (await import('../../features/reconciliation/reconciliation-page.tsx')).ReconciliationPage,
  ),
})

const machines = createRoute({
  getParentRoute: () => operate,
  path: '/operator/machines',
  validateSearch: readListSearch,
  component: lazyPart(
    async () =>
      (await import('../../features/operator/machines/all-machines-page.tsx')).AllMachinesPage,
  ),
})

const apps = createRoute({
  getParentRoute: () => operate,
  path: '/operator/apps',
  component: lazyPart(
    async () =>
      (await import('../../features/apps/operator/operator-apps-page.tsx')).OperatorAppsPage,
  ),
})

const cardPayments = createRoute({
  getParentRoute: () => operate,
  path: '/operator/card-payments',
  component: lazyPart(
    async () =>
      (await import('../../features/cards/operator/card-payments-page.tsx')).CardPaymentsPage,
  ),
})

const payouts = createRoute({
  getParentRoute: () => operate,
  path: '/operator/payouts',
  component: lazyPart(
    async () =>
      (await import('../../features/payouts/operator/payouts-page.tsx')).OperatorPayoutsPage,
  ),
})

const allInvoices = createRoute({
  getParentRoute: () => operate,
  path: '/operator/invoices',
  component: lazyPart(
    async () =>
      (await import('../../features/invoices/operator/all-invoices-page.tsx')).AllInvoicesPage,
  ),
})

const maintenance = createRoute({
  getParentRoute: () => operate,
  path: '/operator/maintenance',
  component: lazyPart(
    async () =>
      (await import('../../features/operator/maintenance/maintenance-page.tsx')).MaintenancePage,
  ),
})

const audit = createRoute({
  getParentRoute: () => operate,
  path: '/operator/audit',
  validateSearch: readAuditSearch,
  component: lazyPart(async () => (await import('../../features/audit/audit-page.tsx')).AuditPage),
})

const settings = createRoute({
  getParentRoute: () => operate,
  path: '/operator/settings',
  component: lazyPart(
    async () => (await import('../../features/operator/settings/settings-page.tsx')).SettingsPage,
  ),
})

export const operatorRoutes = operate.addChildren([
  overview,
  users,
  accessCodes,
  promoCodes,
  affiliates,
  missions,
  media,
  ledgerCheck,
  machines,
  apps,
  cardPayments,
  allInvoices,
  payouts,
  maintenance,
  audit,
  settings,
])
