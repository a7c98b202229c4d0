import { isSiteSegment } from '@gridloom/contract/accounts/access-code-text'
import { api as endpoints } from '@gridloom/contract/api'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { createRuntime } from '../../api/runtime.tsx'
import { createAppRouter } from '../router.tsx'

/** The routes of the specification, section 2, whether they are built or not. */
const specified = [
  ...['company', 'dashboard', 'instance', 'machines', 'builder', 'token', 'render', 'appStore'],
  ...['rewards', 'mission-rewards', 'template', 'how-to-host', 'account', 'model-hub', 'verify'],
  ...['onboarding', 'welcome', 'subreddit-error', 'terms-and-conditions', 'ambassador'],
]

it('reserves the first segment of every page, so that no access code can equal it', () => {
  const runtime = createRuntime({ origin: 'http://localhost', endpoints, page: { cookie: '' } })
  const router = createAppRouter(runtime, createMemoryHistory())
  const segments = Object.keys(router.routesByPath)
    .map((path) => path.split('/')[1] ?? '')
    .filter((segment) => segment !== '' && !segment.startsWith('$'))
  expect(segments.length).toBeGreaterThan(12)
  expect([...segments, ...specified].filter((segment) => !isSiteSegment(segment))).toEqual([])
})
