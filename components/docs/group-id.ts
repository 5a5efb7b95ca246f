/** Where a group of operations stands on the page. */
export const groupId = (name: string): string => name.toLowerCase().replaceAll(' ', '-');
