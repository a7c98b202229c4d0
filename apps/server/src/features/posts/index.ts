export { postChanged, postFailed, postGone, postPublished } from './events.ts'
export { postsFeature } from './feature.ts'
export { type PublishedPostFacts, publishedPostsOf } from './published-posts.ts'
