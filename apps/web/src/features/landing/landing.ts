import { showFigures } from './live-figures.ts'
import { playWhenSeen } from './play-when-seen.ts'

// The landing page is complete as a document. This script plays its recordings and shows the server's live figures.
playWhenSeen(document)
void showFigures(document)
