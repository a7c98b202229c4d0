export { postsFeature } from './feature.ts'
export { publishedPostsOf } from './published-posts.ts'
