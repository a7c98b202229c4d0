import { createRoute, createRouter, type RouterHistory, redirect } from '@tanstack/react-router'
import type { Runtime } from '../api/runtime.tsx'
import { readCompanySearch } from '../features/companies/company-search.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { NotFound } from './not-found.tsx'
import { PageFailed } from './page-failed.tsx'
import { PageLoading } from './page-loading.tsx'
import { ambassadorRoutes } from './routes/ambassador-routes.ts'
import { appRoutes } from './routes/app-routes.ts'
import { dashboardRoutes } from './routes/dashboard-routes.ts'
import { guideRoutes } from './routes/guide-routes.ts'
import { modelHubRoutes, sharedChatRoute } from './routes/model-routes.ts'
import { operatorRoutes } from './routes/operator-routes.ts'
import { renderRoutes } from './routes/rendering-routes.ts'
import { rootRoute } from './routes/root-route.tsx'
import { shell } from './routes/shell-route.ts'
import { standaloneRoutes } from './routes/standalone-routes.ts'
import { templateRoutes } from './routes/template-routes.ts'
import { tokenRoutes } from './routes/token-routes.ts'

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: ({ context }) => {
    throw redirect({ to: isSignedIn(context.runtime) ? '/instance' : '/onboarding', replace: true })
  },
})

const onboarding = createRoute({
  getParentRoute: () => rootRoute,
  path: '/onboarding',
  component: lazyPart(
    async () => (await import('../features/onboarding/onboarding-page.tsx')).OnboardingPage,
  ),
})

/** The market keeps its filters in the URL; the page parses them itself. */
const offers = createRoute({
  getParentRoute: () => shell,
  path: '/instance',
  validateSearch: keepSearch,
  component: lazyPart(async () => (await import('../features/market/offers-page.tsx')).OffersPage),
})

const instances = createRoute({
  getParentRoute: () => shell,
  path: '/instance/myinstance',
  component: lazyPart(
    async () => (await import('../features/instances/instances-page.tsx')).InstancesPage,
  ),
})

const instance = createRoute({
  getParentRoute: () => shell,
  path: '/instance/myinstance/$id',
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: string } =>
    typeof tab === 'string' ? { tab } : {},
  component: lazyPart(
    async () => (await import('../features/instances/instance-page.tsx')).InstancePage,
  ),
})

const openPort = createRoute({
  getParentRoute: () => shell,
  path: '/ports/open',
  validateSearch: (search: Record<string, unknown>) => ({
    address: String(search.address ?? ''),
    state: String(search.state ?? ''),
    path: String(search.path ?? '/'),
  }),
  component: lazyPart(
    async () => (await import('../features/instances/ports/open-port-page.tsx')).OpenPortPage,
  ),
})

const snapshots = createRoute({
  getParentRoute: () => shell,
  path: '/snapshots',
  component: lazyPart(
    async () => (await import('../features/snapshots/snapshots-page.tsx')).SnapshotsPage,
  ),
})

const volumes = createRoute({
  getParentRoute: () => shell,
  path: '/volumes',
  component: lazyPart(
    async () => (await import('../features/volumes/volumes-page.tsx')).VolumesPage,
  ),
})

const autoOrders = createRoute({
  getParentRoute: () => shell,
  path: '/instance/auto-orders',
  component: lazyPart(
    async () => (await import('../features/auto-orders/auto-orders-page.tsx')).AutoOrdersPage,
  ),
})

const rewards = createRoute({
  getParentRoute: () => shell,
  path: '/rewards',
  component: lazyPart(
    async () => (await import('../features/rewards/rewards-page.tsx')).RewardsPage,
  ),
})

const reservations = createRoute({
  getParentRoute: () => shell,
  path: '/instance/reservations',
  component: lazyPart(
    async () => (await import('../features/reservations/reservations-page.tsx')).ReservationsPage,
  ),
})

const backups = createRoute({
  getParentRoute: () => shell,
  path: '/backups',
  validateSearch: ({ instance }: Record<string, unknown>): { instance?: string } =>
    typeof instance === 'string' ? { instance } : {},
  component: lazyPart(
    async () => (await import('../features/backups/backups-page.tsx')).BackupsPage,
  ),
})

const clusters = createRoute({
  getParentRoute: () => shell,
  path: '/clusters',
  component: lazyPart(
    async () => (await import('../features/clusters/clusters-page.tsx')).ClustersPage,
  ),
})

const machines = createRoute({
  getParentRoute: () => shell,
  path: '/machines',
  validateSearch: ({ enrol }: Record<string, unknown>): { enrol?: true } =>
    enrol === true ? { enrol } : {},
  component: lazyPart(
    async () => (await import('../features/machines/machines-page.tsx')).MachinesPage,
  ),
})

const machine = createRoute({
  getParentRoute: () => shell,
  path: '/machines/$id',
  component: lazyPart(
    async () => (await import('../features/machines/machine-page.tsx')).MachinePage,
  ),
})

/** The open section is in the URL; a sign-in provider adds the outcome of connecting it. */
const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  validateSearch: ({ section, connected, problem }: Record<string, unknown>): AccountWords => ({
    ...(typeof section === 'string' ? { section } : {}),
    ...(typeof connected === 'string' ? { connected } : {}),
    ...(typeof problem === 'string' ? { problem } : {}),
  }),
  component: lazyPart(async () => (await import('./routes/account-sections.tsx')).AccountSections),
})

/** The shown company and the number of days of spend are in the URL. */
const company = createRoute({
  getParentRoute: () => shell,
  path: '/company',
  validateSearch: readCompanySearch,
  component: lazyPart(
    async () => (await import('../features/companies/company-page.tsx')).CompanyPage,
  ),
})

const routeTree = rootRoute.addChildren([
  home,
  onboarding,
  ...standaloneRoutes,
  sharedChatRoute,
  guideRoutes,
  shell.addChildren([
    offers,
    instances,
    instance,
    openPort,
    snapshots,
    volumes,
    reservations,
    rewards,
    autoOrders,
    backups,
    clusters,
    machines,
    machine,
    account,
    company,
    ...dashboardRoutes,
    ...ambassadorRoutes,
    ...tokenRoutes,
    ...templateRoutes,
    ...appRoutes,
    ...renderRoutes,
    ...modelHubRoutes,
    operatorRoutes,
  ]),
])

/** Creates the router of the app; uses the browser's history unless another one is given. */
export function createAppRouter(runtime: Runtime, history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history ? { history } : {}),
    context: { runtime },
    defaultPendingComponent: PageLoading,
    defaultPendingMs: 150,
    defaultErrorComponent: PageFailed,
    defaultNotFoundComponent: NotFound,
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}

interface AccountWords {
  section?: string
  connected?: string
  problem?: string
}

function isSignedIn({ auth }: Runtime): boolean {
  return auth.store.getState().isLoggedIn
}

function keepSearch(search: Record<string, unknown>): Record<string, unknown> {
  return search
}
