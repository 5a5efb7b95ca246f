/** Why a new password is refused. */
export type PasswordWeakness = 'common' | 'like_address' | 'repetitive';
