import { createRoute } from '@tanstack/react-router'
import { readGpuSearch } from '../../features/monitoring/gpu-search.ts'
import { readPricesSearch } from '../../features/prices/prices-search.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { shell } from './shell-route.ts'

// The account at a glance, the GPUs of one's own machines and of the market, and prices of hardware.

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard',
  component: lazyPart(
    async () => (await import('../../features/dashboard/dashboard-page.tsx')).DashboardPage,
  ),
})

/** The GPU whose history is open, and its span, are in the URL. Visitors see the market's models. */
const gpuInfo = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/gpu-info',
  validateSearch: readGpuSearch,
  component: lazyPart(
    async () => (await import('../../features/monitoring/gpu-info-page.tsx')).GpuInfoPage,
  ),
})

/** The hardware whose days are shown is in the URL. Open to visitors. */
const prices = createRoute({
  getParentRoute: () => shell,
  path: '/prices',
  validateSearch: readPricesSearch,
  component: lazyPart(
    async () => (await import('../../features/prices/prices-page.tsx')).PricesPage,
  ),
})

const affiliate = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/affiliate',
  component: lazyPart(
    async () => (await import('../../features/affiliate/affiliate-page.tsx')).AffiliatePage,
  ),
})

const missionRewards = createRoute({
  getParentRoute: () => shell,
  path: '/mission-rewards',
  component: lazyPart(
    async () =>
      (await import('../../features/missions/mission-rewards-page.tsx')).MissionRewardsPage,
  ),
})

export const dashboardRoutes = [dashboard, gpuInfo, affiliate, missionRewards, prices] as const
