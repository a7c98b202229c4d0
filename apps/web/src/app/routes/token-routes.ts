import { createRoute } from '@tanstack/react-router'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { shell } from './shell-route.ts'

/** The tokens of the installation. Open to visitors. */
const token = createRoute({
  getParentRoute: () => shell,
  path: '/token',
  component: lazyPart(
    async () => (await import('../../features/wallet/token/token-page.tsx')).TokenPage,
  ),
})

export const tokenRoutes = [token] as const
