import { createRoute, redirect } from '@tanstack/react-router'
import { readReferralSearch } from '../../features/referral/referral-search.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { rootRoute } from './root-route.tsx'

// Screens outside the shell, and redirects.

const welcome = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  component: lazyPart(
    async () => (await import('../../features/welcome/welcome-page.tsx')).WelcomePage,
  ),
})

const verify = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify',
  validateSearch: words('provider', 'problem', 'confirmed', 'confirming'),
  component: lazyPart(
    async () => (await import('../../features/verify/verify-page.tsx')).VerifyPage,
  ),
})

const subredditError = createRoute({
  getParentRoute: () => rootRoute,
  path: '/subreddit-error',
  validateSearch: words('reason'),
  component: lazyPart(
    async () =>
      (await import('../../features/subreddit-error/subreddit-error-page.tsx')).SubredditErrorPage,
  ),
})

const terms = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms-and-conditions',
  component: lazyPart(async () => (await import('../../features/terms/terms-page.tsx')).TermsPage),
})

const blog = createRoute({
  getParentRoute: () => rootRoute,
  path: '/blog',
  component: lazyPart(async () => (await import('../../features/blog/blog-page.tsx')).BlogPage),
})

const post = createRoute({
  getParentRoute: () => rootRoute,
  path: '/blog/$slug',
  component: lazyPart(async () => (await import('../../features/blog/post-page.tsx')).PostPage),
})

const releaseNotes = createRoute({
  getParentRoute: () => rootRoute,
  path: '/blog/release-notes',
  component: lazyPart(
    async () => (await import('../../features/blog/release-notes-page.tsx')).ReleaseNotesPage,
  ),
})

const extension = createRoute({
  getParentRoute: () => rootRoute,
  path: '/extension',
  component: lazyPart(
    async () => (await import('../../features/extension/extension-page.tsx')).ExtensionPage,
  ),
})

/**
 * A link with an access code, or with the referral code of an affiliate, which may name a page of the site to go to; an
 * unknown code is redirected to the start page like any unknown path.
 */
const referral = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$referralCode',
  validateSearch: readReferralSearch,
  beforeLoad: async ({ context: { runtime }, params, search, preload }) => {
    if (preload) return
    const { followReferral } = await import('../../features/referral/follow-referral.ts')
    const href = await followReferral(runtime, { code: params.referralCode, ...search })
    throw redirect({ href, replace: true })
  },
})

export const standaloneRoutes = [
  welcome,
  verify,
  subredditError,
  terms,
  blog,
  post,
  releaseNotes,
  extension,
  referral,
] as const

/** Keeps the named search parameters and drops all others. */
function words<Name extends string>(...names: readonly Name[]) {
  return (search: Record<string, unknown>): { [Key in Name]?: string } => {
    const kept: { [Key in Name]?: string } = {}
    for (const name of names) {
      const word = search[name]
      if (typeof word === 'string') kept[name] = word
    }
    return kept
  }
}
