import type { PersonalData } from './personal-data.ts'

/** The platform's own tables that name users. */
export const platformPersonalData: PersonalData = {
  sections: [],
  kept: {
    events: 'changes by id alone, deleted within a day',
    business_events:
      'what happened, by id alone, for the features that still have to handle it; deleted then, or after thirty days',
    outgoing_mails: 'emails that wait to be sent, the one about the closed account among them',
  },
  notExported: {
    business_events:
      'that something happened, by id alone; deleted as soon as it is handled, or after thirty days',
    events:
      'that something changed, by id alone, for browsers that reconnect; deleted within a day',
    outgoing_mails: 'an email that waits to be sent; deleted as soon as it is delivered',
  },
}
