import type { PersonalData } from './personal-data.ts'

/** The platform's own tables that name users. */
export const platformPersonalData: PersonalData = {
  sections: [],
  kept: {
    events: 'changes by id alone, deleted within a day',
    outgoing_mails: 'emails that wait to be sent, the one about the closed account among them',
  },
  notExported: {
    events:
      'that something changed, by id alone, for browsers that reconnect; deleted within a day',
    outgoing_mails: 'an email that waits to be sent; deleted as soon as it is delivered',
  },
}
