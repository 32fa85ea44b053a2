// The two templates of phone messages (part 2.2 of the specification).

export interface PhoneTemplates {
  readonly enrollment_message: string
  readonly verification_message: string
}

/** From part 2.2 of the specification. */
export const defaultTemplates: PhoneTemplates = {
  enrollment_message:
    '{{code}} is your verification code for {{tenant.friendly_name}}. Please enter this code to verify your enrollment.',
  verification_message: '{{code}} is your verification code for {{tenant.friendly_name}}',
}

export const templateMembers = ['enrollment_message', 'verification_message'] as const

export function isDefault(templates: PhoneTemplates): boolean {
  return templateMembers.every((member) => templates[member] === defaultTemplates[member])
}

export function withMessages(
  { enrollment_message, verification_message }: PhoneTemplates,
  change: (message: string) => string,
): PhoneTemplates {
  return {
    enrollment_message: change(enrollment_message),
    verification_message: change(verification_message),
  }
}

/** Returns the word for the member in the names of faults, for example "enrollment-message". */
export function wordOf(member: string): string {
  return member.replace('_', '-')
}
