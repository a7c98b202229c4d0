import { libraryMedia } from './library-endpoints.ts'
import { operatorMedia } from './operator-endpoints.ts'

export const media = { ...libraryMedia, ...operatorMedia } as const
