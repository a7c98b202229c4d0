import { createRoute } from '@tanstack/react-router'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { shell } from './shell-route.ts'

// Templates: their lists, the editor, and the read-only view.

/** The list, the search and the tag are in the URL. */
const list = createRoute({
  getParentRoute: () => shell,
  path: '/template',
  validateSearch: ({ list: shown, q, tag }: Record<string, unknown>): ListWords => ({
    ...(typeof shown === 'string' ? { list: shown } : {}),
    ...(typeof q === 'string' ? { q } : {}),
    ...(typeof tag === 'string' ? { tag } : {}),
  }),
  component: lazyPart(
    async () => (await import('../../features/templates/list/templates-page.tsx')).TemplatesPage,
  ),
})

const create = createRoute({
  getParentRoute: () => shell,
  path: '/template/new',
  component: lazyPart(
    async () =>
      (await import('../../features/templates/edit/new-template-page.tsx')).NewTemplatePage,
  ),
})

const edit = createRoute({
  getParentRoute: () => shell,
  path: '/template/$id',
  component: lazyPart(
    async () => (await import('../../features/templates/edit/template-page.tsx')).TemplatePage,
  ),
})

/** The code opens a template that somebody shared. */
const view = createRoute({
  getParentRoute: () => shell,
  path: '/template/view/$id',
  validateSearch: ({ code }: Record<string, unknown>): { code?: string } =>
    code === undefined ? {} : { code: String(code) },
  component: lazyPart(
    async () =>
      (await import('../../features/templates/view/template-view-page.tsx')).TemplateViewPage,
  ),
})

export const templateRoutes = [list, create, edit, view] as const

interface ListWords {
  list?: string
  q?: string
  tag?: string
}
