import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { MediaId, MediaPostId } from '../core/ids.ts'
import { Page, PageSize, PlainLine } from '../core/values.ts'
import { ActivePost, exampleAccess, Media, MediaCondition, PublicLink } from './media.ts'

/** The media library, on the content host (specification, section 7). */
export const libraryMedia = {
  filter: endpoint({
    method: 'GET',
    path: '/content/api/filter/media',
    auth: 'member',
    scope: 'media:read',
    title: 'List media',
    summary:
      'List published media, newest first. `media_title` is part of a title; `condition` is a kind or a platform',
    query: z.strictObject({
      page: Page,
      page_size: PageSize,
      media_title: PlainLine.max(120).default(''),
      condition: MediaCondition.default('all'),
    }),
    response: z.strictObject({ media: z.array(Media), page: z.int(), total: z.int() }),
  }),
  show: endpoint({
    method: 'GET',
    path: '/content/api/show/media',
    auth: 'member',
    scope: 'media:read',
    title: 'Retrieve media',
    summary: 'Retrieve one published medium with the addresses of its files, which expire',
    query: z.strictObject({ media_captcha: MediaId }),
    response: Media,
    errors: ['not_found'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/content/api/media/files/{access}/{file}',
    auth: 'public',
    title: 'Download media file',
    summary:
      'Download a file of a medium, or a range of it, by a signed address that `show` returned',
    transport: 'file',
    files: [
      'application/vnd.apple.mpegurl',
      'video/mp4',
      'image/jpeg',
      'image/png',
      'image/webp',
      'text/vtt',
    ],
    params: z.strictObject({
      access: z
        .string()
        .max(200)
        .meta({ examples: [exampleAccess] }),
      file: z
        .string()
        .max(40)
        .meta({ examples: ['high.mp4'] }),
    }),
    query: z.strictObject({ save: z.literal('1').optional() }),
    errors: ['not_found', 'invalid_input'],
    perMinute: 6_000,
  }),
  creative: endpoint({
    method: 'GET',
    path: '/content/api/media/creatives/{id}',
    auth: 'public',
    title: 'Download creative',
    summary:
      'Download the picture of a published creative, which pages of other sites may show. Its address stays',
    transport: 'file',
    files: ['image/jpeg', 'image/png', 'image/webp'],
    params: z.strictObject({ id: MediaId }),
    errors: ['not_found'],
    perMinute: 600,
  }),
  addPost: endpoint({
    method: 'POST',
    path: '/content/api/media/{id}/posts',
    auth: 'member',
    title: 'Add post',
    summary: 'List a public post that uses a medium. The platform follows from its address',
    status: 201,
    params: z.strictObject({ id: MediaId }),
    body: z.strictObject({ post_link: PublicLink }),
    response: ActivePost,
    errors: ['not_found', 'media_post_known', 'limit_reached'],
    perMinute: 20,
  }),
  removePost: endpoint({
    method: 'DELETE',
    path: '/content/api/media/{id}/posts/{post_id}',
    auth: 'member',
    title: 'Remove post',
    summary: 'Remove a post that you listed',
    params: z.strictObject({ id: MediaId, post_id: MediaPostId }),
    errors: ['not_found'],
  }),
} as const
