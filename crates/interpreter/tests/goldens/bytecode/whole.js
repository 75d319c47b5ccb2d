async ({ tools }) => {
  return 1;
};
