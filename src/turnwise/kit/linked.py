"""Rules that only compiled rules call are compiled into their callers.

For every function Numba makes machine code, and two wrappers by which Python and C can call it. Of the hundred functions of a game
Python calls a dozen (`entry`). The others stay as LLVM has optimised them, in memory and in the cache, and become machine code as parts
of what calls them. Numba would compile each anew for every literal and every size of number that it is given; one code does for all.
Together that takes half of the time, and gives the same code.

No compiled game has a copy of this module: it has nothing to do with any of them.
"""

from functools import cached_property
from typing import Any, NoReturn

from llvmlite import binding
from numba import _dynfunc, types  # type: ignore[attr-defined]
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, compile_result
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering


class _Code(JITCodeLibrary):
    """The code of a function and of all that it calls, which is never run by itself."""

    plain = False
    """Whether it is left to its callers to optimise it."""

    def _optimize_final_module(self) -> None:
        if not self.plain:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    @property
    def bitcode(self) -> bytes:
        made: bytes = self._get_module_for_linking().as_bitcode()
        return made

    @classmethod
    def of(cls, codegen: Any, name: str, bitcode: bytes) -> "_Code":
        code = cls(codegen, name)
        code._final_module = code._shared_module = binding.parse_bitcode(bitcode)
        code._finalize_final_module()
        return code


def _name(code: _Code, description: Any, environment: Any) -> Any:
    """What a function is found by among those that compiled code can call; Python could not call it."""
    name = description.qualname.rpartition(".")[2]
    return _dynfunc.make_function(description.lookup_module(), name, "", 0, environment, (code,))


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(NativeLowering):
    _name = "lowering_to_be_linked"

    def run_pass(self, state: Any) -> bool:
        state.library = code = _Code(state.targetctx.codegen(), state.func_id.func_qualname)
        code.plain = state.flags.boundscheck  # which is looked for in few games: they take less time than optimising
        state.flags = state.flags.copy()
        state.flags.no_compile = state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        super().run_pass(state)
        code._ensure_finalized()
        state.reload_init.extend(code._reload_init)
        name = _name(code, state.cr.fndesc, state.cr.env)
        state.targetctx.insert_user_function(name, state.cr.fndesc, [code])
        state.cr = state.cr._replace(cfunc=name)
        return True


class _Compiler(CompilerBase):
    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [(_Lowering if one is NativeLowering else one, why) for one, why in passes.passes]
        passes.finalize()
        return [passes]


class _Kept(CompileResultCacheImpl):
    """How a function is kept in the cache."""

    def reduce(self, made: Any) -> tuple[Any, ...]:
        made.fndesc.typemap = made.fndesc.calltypes = None
        code = made.library
        return code.name, code.bitcode, made.fndesc, made.environment, made.signature, made.reload_init

    def rebuild(self, context: Any, kept: tuple[Any, ...]) -> Any:
        name, bitcode, description, environment, signature, reload_init = kept
        for function in reload_init:
            function()
        code = _Code.of(context.codegen(), name, bitcode)
        return compile_result(
            target_context=context,
            typing_context=context.typing_context,
            library=code,
            environment=environment,
            entry_point=_name(code, description, environment),
            fndesc=description,
            signature=signature,
            objectmode=False,
            lifted=(),
            reload_init=reload_init,
            referenced_envs=(),
        )


class _Cache(FunctionCache):
    _impl_class = _Kept


class _Dispatcher(CPUDispatcher):
    def __init__(self, function: Any, locals: Any = None, targetoptions: Any = None) -> None:
        super().__init__(function, locals, targetoptions, _Compiler)
        self._cache = _Cache(function)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What a call is compiled to: there is one code for a literal, a member of an enumeration, and a number of any size."""
        return super().get_call_template([*map(_whole, args)], {name: _whole(one) for name, one in kws.items()})


def _whole(given: Any) -> Any:
    """The type that an argument is handed on as."""
    if isinstance(given, types.IntEnumMember):
        return given.dtype
    whole = types.unliteral(given)
    return types.int64 if whole in types.signed_domain else whole


class Linked:
    """A rule that Python can't call; Numba is told of it once something that calls it is compiled."""

    def __init__(self, function: Any, options: dict[str, Any]) -> None:
        self.py_func, self._options = function, {"nopython": True, **options}

    def __call__(self, *arguments: Any) -> NoReturn:
        name = self.py_func.__name__
        raise TypeError(f"{name} is for compiled rules to call; what Python calls is marked with @entry.")

    @cached_property
    def dispatcher(self) -> Any:
        return _Dispatcher(self.py_func, targetoptions=self._options)

    @property
    def _numba_type_(self) -> Any:
        return self.dispatcher._numba_type_


def linked(**options: Any) -> Any:
    """`@rule` of compiled games: a function that Python does not call."""
    return lambda function: Linked(function, options)
