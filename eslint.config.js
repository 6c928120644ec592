import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    files: ["src/turnwise/web/static/*.js", "src/turnwise/web/dev/page/*.js"],
    languageOptions: { globals: globals.browser, sourceType: "module" },
    rules: { eqeqeq: "error", "no-var": "error", "prefer-const": "error", "no-implicit-globals": "error" },
  },
];
