import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { PostId } from '../core/ids.ts'
import { Page, PageSize } from '../core/values.ts'
import {
  Calendar,
  CalendarFeed,
  CalendarQuery,
  NewCalendarFeed,
  NewPost,
  Post,
  PostedLink,
  PostState,
  PostTime,
} from './post.ts'

const one = z.strictObject({ id: PostId })
const texts = [
  ...(['post_too_long', 'post_not_disclosed', 'post_media_mixed', 'post_media_unfit'] as const),
  ...(['post_time', 'channel_expired'] as const),
] as const

export const posts = {
  calendar: endpoint({
    method: 'GET',
    path: '/content/api/user/weekly/calender',
    auth: 'session',
    scope: 'posts:read',
    title: 'Retrieve calendar',
    summary:
      'Retrieve planned and published posts, missions and announcements of a week or of other days, with your connected accounts and the channels that you have not connected',
    query: CalendarQuery,
    response: Calendar,
  }),
  create: endpoint({
    method: 'POST',
    path: '/content/api/posts',
    auth: 'session',
    title: 'Create post',
    summary:
      'Plan a post for connected accounts, or publish it now, with up to four pictures or one video of the library. A text with a referral link must say that it is advertising; your link gets a sub ID of the post',
    body: NewPost,
    response: Post,
    status: 201,
    errors: ['not_found', 'limit_reached', ...texts],
    perMinute: 30,
  }),
  list: endpoint({
    method: 'GET',
    path: '/content/api/posts',
    auth: 'session',
    scope: 'posts:read',
    title: 'List posts',
    summary: 'List your posts, latest first; those with a target in a state, if you name one',
    query: z.strictObject({ state: PostState.optional(), page: Page, page_size: PageSize }),
    response: z.strictObject({ posts: z.array(Post), total: z.int() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/content/api/posts/{id}',
    auth: 'session',
    scope: 'posts:read',
    title: 'Retrieve post',
    summary:
      'Retrieve a post with its state at each account, and what came through its referral link',
    params: one,
    response: Post,
    errors: ['not_found'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/content/api/posts/{id}',
    auth: 'session',
    title: 'Edit post',
    summary: 'Replace a post of which nothing is being published or was published',
    params: one,
    body: NewPost,
    response: Post,
    errors: ['not_found', 'post_under_way', ...texts],
    perMinute: 60,
  }),
  reschedule: endpoint({
    method: 'POST',
    path: '/content/api/posts/{id}/schedule',
    auth: 'session',
    title: 'Reschedule post',
    summary: 'Change the time of a post of which nothing is being published or was published',
    params: one,
    body: z.strictObject({ at: PostTime }),
    response: Post,
    errors: ['not_found', 'post_under_way', 'post_time'],
    perMinute: 60,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/content/api/posts/{id}/cancel',
    auth: 'session',
    title: 'Cancel post',
    summary: 'Cancel what is still planned of a post; what is being published is not stopped',
    params: one,
    response: Post,
    errors: ['not_found', 'post_under_way'],
    perMinute: 60,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/content/api/posts/{id}/retry',
    auth: 'session',
    title: 'Retry post',
    summary:
      'Try again now what failed of a post; what may have been published is looked for first',
    params: one,
    response: Post,
    errors: ['not_found', 'post_not_failed'],
    perMinute: 30,
  }),
  posted: endpoint({
    method: 'POST',
    path: '/content/api/posts/{id}/posted',
    auth: 'session',
    title: 'Mark as posted',
    summary:
      'Name the public address of a post that you published yourself; it is read, and must be by the connected account',
    params: one,
    body: PostedLink,
    response: Post,
    errors: ['not_found', 'post_not_reminded', 'post_not_public', 'post_of_other'],
    perMinute: 10,
  }),
  feed: endpoint({
    method: 'GET',
    path: '/content/api/user/calendar/feed',
    auth: 'session',
    title: 'Retrieve calendar feed',
    summary: 'Retrieve when the secret URL of your calendar feed was made; null if there is none',
    response: CalendarFeed,
  }),
  makeFeed: endpoint({
    method: 'POST',
    path: '/content/api/user/calendar/feed',
    auth: 'session',
    title: 'Make calendar feed',
    summary: 'Make a new secret URL of your calendar feed, shown once; the earlier one ends',
    response: NewCalendarFeed,
    perMinute: 10,
  }),
  endFeed: endpoint({
    method: 'DELETE',
    path: '/content/api/user/calendar/feed',
    auth: 'session',
    title: 'End calendar feed',
    summary: 'End the URL of your calendar feed',
    response: z.strictObject({}),
    perMinute: 10,
  }),
  file: endpoint({
    method: 'GET',
    path: '/content/api/calendar/{file}',
    auth: 'public',
    title: 'Download calendar feed',
    summary:
      'Download the calendar of whoever made this secret URL as iCalendar (RFC 5545): at most 1,000 posts around today, with missions and announcements',
    params: z.strictObject({
      file: z
        .string()
        .regex(/^[A-Za-z0-9_-]{43}\.ics$/)
        .meta({ examples: ['0Q1bX9c7mN2vK5zL8tR4yW6uE3iO0pA1sD2fG5hJ7kX.ics'] }),
    }),
    transport: 'file',
    files: ['text/calendar'],
    errors: ['not_found'],
    perMinute: 60,
  }),
} as const
